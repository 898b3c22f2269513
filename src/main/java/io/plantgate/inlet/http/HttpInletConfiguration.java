package io.plantgate.inlet.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.inlet.Imports;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerSettings;
import java.time.Clock;
import org.apache.camel.CamelContext;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HttpInletProperties.class)
@Import(EventInlet.class)
class HttpInletConfiguration {

    @Bean
    Answers httpAnswers(ObjectMapper json, HttpInletProperties bounds) {
        return new Answers(json, bounds.retryAfterSeconds());
    }

    @Bean
    ContainerSettings containerSettings() {
        return new ContainerSettings();
    }

    @Bean
    RestRoutes restRoutes(CamelContext camel) {
        return new RestRoutes(camel);
    }

    @Bean
    QuarantineRate quarantineRate(HttpInletProperties bounds) {
        return new QuarantineRate(Clock.systemUTC(), bounds.quarantinedPerMinuteMax(), bounds.ratedCredentialsMax());
    }

    @Bean
    Doorkeeper doorkeeper(Profiles profiles, RestRoutes routes, QuarantineRate rate, Answers answers) {
        return new Doorkeeper(profiles, routes, rate, answers);
    }

    @Bean
    SingleItems singleItems(RestRoutes routes, Ledger ledger, Answers answers, QuarantineRate rate) {
        return new SingleItems(routes, ledger, new Failures(answers), rate);
    }

    @Bean
    PostReaders postReaders(
            StreamReaders streams,
            SingleItems singleItems,
            ItemStreams itemStreams,
            Answers answers,
            HttpInletProperties bounds) {
        return new PostReaders(streams, singleItems, itemStreams, answers, bounds);
    }

    @Bean
    PostDoor postDoor(
            Profiles profiles,
            Doorkeeper doorkeeper,
            TransportFacts facts,
            PostReaders readers,
            HttpInletProperties bounds) {
        return new PostDoor(profiles, doorkeeper, facts, readers, bounds);
    }

    @Bean
    StreamReaders streamReaders(HttpInletProperties bounds) {
        return new StreamReaders(bounds.streamReaders());
    }

    @Bean(initMethod = "settleLeft")
    @DependsOnDatabaseInitialization
    PostedImports postedImports(Imports imports, LedgerSettings settings) {
        return new PostedImports(imports, settings.node(), settings.chunkArrivalsMax());
    }

    @Bean
    ItemStreams itemStreams(
            RestRoutes routes,
            StreamReaders readers,
            PostedImports imports,
            Ledger ledger,
            Answers answers,
            QuarantineRate rate,
            ObjectMapper json,
            HttpInletProperties bounds) {
        StreamFailures failures = new StreamFailures(answers, new Failures(answers), ledger::isFull);
        return new ItemStreams(routes, readers, imports, failures, rate, json, bounds);
    }
}
