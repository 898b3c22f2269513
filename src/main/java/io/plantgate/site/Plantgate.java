package io.plantgate.site;

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
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcClientAutoConfiguration;
import org.springframework.boot.autoconfigure.netty.NettyAutoConfiguration;
import org.springframework.boot.autoconfigure.sql.init.SqlInitializationAutoConfiguration;
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
            AwsVaultAutoConfiguration.class,
            AzureVaultAutoConfiguration.class,
            CamelCloudAutoConfiguration.class,
            CamelCloudServiceCallConfigurationAutoConfiguration.class,
            CamelCloudServiceChooserAutoConfiguration.class,
            CamelCloudServiceDiscoveryAutoConfiguration.class,
            CamelCloudServiceFilterAutoConfiguration.class,
            CamelTraceAutoConfiguration.class,
            CloudFoundryActuatorAutoConfiguration.class,
            CyberArkVaultAutoConfiguration.class,
            GcpVaultAutoConfiguration.class,
            HashicorpVaultAutoConfiguration.class,
            IBMVaultAutoConfiguration.class,
            JdbcClientAutoConfiguration.class,
            KubernetesConfigMapVaultAutoConfiguration.class,
            KubernetesVaultAutoConfiguration.class,
            NettyAutoConfiguration.class,
            ReactiveCloudFoundryActuatorAutoConfiguration.class,
            SqlInitializationAutoConfiguration.class,
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
