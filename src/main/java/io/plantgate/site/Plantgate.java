package io.plantgate.site;

import org.apache.camel.component.micrometer.springboot.MicrometerComponentAutoConfiguration;
import org.apache.camel.language.constant.springboot.ConstantLanguageAutoConfiguration;
import org.apache.camel.language.csimple.springboot.CSimpleLanguageAutoConfiguration;
import org.apache.camel.language.header.springboot.HeaderLanguageAutoConfiguration;
import org.apache.camel.language.property.springboot.ExchangePropertyLanguageAutoConfiguration;
import org.apache.camel.language.ref.springboot.RefLanguageAutoConfiguration;
import org.apache.camel.language.simple.springboot.FileLanguageAutoConfiguration;
import org.apache.camel.language.simple.springboot.SimpleLanguageAutoConfiguration;
import org.apache.camel.language.tokenizer.springboot.TokenizeLanguageAutoConfiguration;
import org.apache.camel.language.variable.springboot.VariableLanguageAutoConfiguration;
import org.apache.camel.model.rest.springboot.RestConfigurationDefinitionAutoConfiguration;
import org.apache.camel.spring.boot.cloud.CamelCloudAutoConfiguration;
import org.apache.camel.spring.boot.cloud.CamelCloudServiceCallConfigurationAutoConfiguration;
import org.apache.camel.spring.boot.cloud.CamelCloudServiceChooserAutoConfiguration;
import org.apache.camel.spring.boot.cloud.CamelCloudServiceDiscoveryAutoConfiguration;
import org.apache.camel.spring.boot.cloud.CamelCloudServiceFilterAutoConfiguration;
import org.apache.camel.spring.boot.trace.CamelTraceAutoConfiguration;
import org.apache.camel.spring.boot.vault.AwsVaultAutoConfiguration;
import org.apache.camel.spring.boot.vault.AzureVaultAutoConfiguration;
import org.apache.camel.spring.boot.vault.CyberArkVaultAutoConfiguration;
import org.apache.camel.spring.boot.vault.GcpVaultAutoConfiguration;
import org.apache.camel.spring.boot.vault.HashicorpVaultAutoConfiguration;
import org.apache.camel.spring.boot.vault.IBMVaultAutoConfiguration;
import org.apache.camel.spring.boot.vault.KubernetesConfigMapVaultAutoConfiguration;
import org.apache.camel.spring.boot.vault.KubernetesVaultAutoConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.autoconfigure.cloudfoundry.reactive.ReactiveCloudFoundryActuatorAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.cloudfoundry.servlet.CloudFoundryActuatorAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.metrics.cache.CacheMetricsAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.observation.web.client.HttpClientObservationsAutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.cache.CacheAutoConfiguration;
import org.springframework.boot.autoconfigure.dao.PersistenceExceptionTranslationAutoConfiguration;
import org.springframework.boot.autoconfigure.http.client.HttpClientAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcClientAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcTemplateAutoConfiguration;
import org.springframework.boot.autoconfigure.netty.NettyAutoConfiguration;
import org.springframework.boot.autoconfigure.security.reactive.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.autoconfigure.sql.init.SqlInitializationAutoConfiguration;
import org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration;
import org.springframework.boot.autoconfigure.transaction.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.boot.autoconfigure.validation.ValidationAutoConfiguration;
import org.springframework.boot.autoconfigure.web.client.RestClientAutoConfiguration;
import org.springframework.boot.autoconfigure.web.client.RestTemplateAutoConfiguration;
import org.springframework.boot.autoconfigure.websocket.servlet.WebSocketServletAutoConfiguration;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;

/** The door of the jar: a command if the first argument is one, else the gateway. */
@SpringBootConfiguration
// What is excluded is looked for at every start, takes its milliseconds, and serves nothing here.
@EnableAutoConfiguration(
        exclude = {
            AopAutoConfiguration.class,
            AwsVaultAutoConfiguration.class,
            AzureVaultAutoConfiguration.class,
            CacheAutoConfiguration.class,
            CacheMetricsAutoConfiguration.class,
            CamelCloudAutoConfiguration.class,
            CamelCloudServiceCallConfigurationAutoConfiguration.class,
            CamelCloudServiceChooserAutoConfiguration.class,
            CamelCloudServiceDiscoveryAutoConfiguration.class,
            CamelCloudServiceFilterAutoConfiguration.class,
            CamelTraceAutoConfiguration.class,
            CloudFoundryActuatorAutoConfiguration.class,
            ConstantLanguageAutoConfiguration.class,
            CSimpleLanguageAutoConfiguration.class,
            CyberArkVaultAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            ExchangePropertyLanguageAutoConfiguration.class,
            FileLanguageAutoConfiguration.class,
            GcpVaultAutoConfiguration.class,
            HashicorpVaultAutoConfiguration.class,
            HeaderLanguageAutoConfiguration.class,
            HttpClientAutoConfiguration.class,
            HttpClientObservationsAutoConfiguration.class,
            IBMVaultAutoConfiguration.class,
            JdbcClientAutoConfiguration.class,
            JdbcTemplateAutoConfiguration.class,
            KubernetesConfigMapVaultAutoConfiguration.class,
            KubernetesVaultAutoConfiguration.class,
            MicrometerComponentAutoConfiguration.class,
            NettyAutoConfiguration.class,
            PersistenceExceptionTranslationAutoConfiguration.class,
            ReactiveCloudFoundryActuatorAutoConfiguration.class,
            ReactiveUserDetailsServiceAutoConfiguration.class,
            RefLanguageAutoConfiguration.class,
            RestClientAutoConfiguration.class,
            RestConfigurationDefinitionAutoConfiguration.class,
            RestTemplateAutoConfiguration.class,
            SimpleLanguageAutoConfiguration.class,
            SqlInitializationAutoConfiguration.class,
            TokenizeLanguageAutoConfiguration.class,
            TransactionAutoConfiguration.class,
            TransactionManagerCustomizationAutoConfiguration.class,
            UserDetailsServiceAutoConfiguration.class,
            ValidationAutoConfiguration.class,
            VariableLanguageAutoConfiguration.class,
            WebSocketServletAutoConfiguration.class,
        })
// Configurations alone are looked for, and import what else is Spring's: to read all classes took a second.
@ComponentScan(
        basePackages = "io.plantgate",
        resourcePattern = "**/*Configuration.class",
        excludeFilters = @Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
public class Plantgate {

    public static void main(String[] args) {
        if (Commands.isCommand(args)) {
            System.exit(Commands.run(args));
        }
        SpringApplication.run(Plantgate.class, args);
    }
}
