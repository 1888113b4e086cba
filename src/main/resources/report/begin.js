'use strict';
(() => {
