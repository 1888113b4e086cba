<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- The list of license-maven-plugin, and below it what is vendored, and what a library contains: see LicencesIT. -->
<#assign vendored = ["(MIT) MiniSearch (npm:minisearch:7.2.0 - https://github.com/lucaong/minisearch)",
  "(MIT) QuickJS, in QuickJs4J (org.bellard:quickjs:compiled - https://bellard.org/quickjs)"]/>

Lists of ${dependencyMap?size + vendored?size} third-party dependencies.
<#list dependencyMap as e>
     <#list e.getValue() as license>(${license}) </#list>${e.getKey().name} (${e.getKey().groupId}:${e.getKey().artifactId}:${e.getKey().version} - ${e.getKey().url!"no url defined"})
</#list>
<#list vendored as line>
     ${line}
</#list>
