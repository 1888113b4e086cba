<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- The list of license-maven-plugin, and below it what is vendored: LicencesIT compares it with the file. -->
<#assign vendored = ["(MIT) MiniSearch (npm:minisearch:7.2.0 - https://github.com/lucaong/minisearch)"]/>

Lists of ${dependencyMap?size + vendored?size} third-party dependencies.
<#list dependencyMap as e>
     <#list e.getValue() as license>(${license}) </#list>${e.getKey().name} (${e.getKey().groupId}:${e.getKey().artifactId}:${e.getKey().version} - ${e.getKey().url!"no url defined"})
</#list>
<#list vendored as line>
     ${line}
</#list>
