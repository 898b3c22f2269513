package io.plantgate.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.effect.EffectWaits;
import io.plantgate.inlet.OperationRequests;
import io.plantgate.operation.Operations;
import io.plantgate.worklist.FieldDifferences;
import io.plantgate.worklist.KeptArrivals;
import java.time.Instant;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.validation.Validator;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebProperties.class)
@Import({
    ArrivalsController.class,
    BlankParameters.class,
    EffectWordsController.class,
    EffectsController.class,
    ErrorAnswers.class,
    EventsController.class,
    InnerFailures.class,
    OperationWordsController.class,
    OperationsController.class,
    Problems.class,
    RegistersController.class,
    ScansController.class,
    SequencesController.class,
    WordsController.class,
    WorkItemsController.class
})
class WebConfiguration {

    private static final Validator NO_CONSTRAINTS = Validator.forType(Object.class, (argument, errors) -> {});

    @Bean
    MappingJackson2HttpMessageConverter strictJson(ObjectMapper json, WebProperties properties) {
        return new MappingJackson2HttpMessageConverter(StrictJson.like(json, properties.wordBytesMax()));
    }

    @Bean
    WebMvcConfigurer questionParameters() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new KnownParameters());
            }

            @Override
            public void addFormatters(FormatterRegistry registry) {
                registry.addConverter(
                        String.class, Instant.class, text -> text.isBlank() ? null : KeptTime.parse(text));
            }

            // No argument of a controller bears a constraint; Spring would start a validator for them all the same.
            @Override
            public Validator getValidator() {
                return NO_CONSTRAINTS;
            }
        };
    }

    @Bean
    Paging paging(WebProperties properties) {
        return new Paging(properties);
    }

    @Bean
    CsvAnswers csvAnswers(WebProperties properties) {
        return new CsvAnswers(properties.csvBytesMax(), properties.csvAtATimeMax());
    }

    @Bean
    EventSearch eventSearch(DataSource dataSource, WebProperties properties) {
        return new EventSearch(dataSource, properties.queryTimeoutMillis());
    }

    @Bean
    Stories stories(DataSource dataSource, EffectRows effects, KeptArrivals arrivals, FieldDifferences differences) {
        return new Stories(dataSource, effects, arrivals, differences);
    }

    @Bean
    EffectRows effectRows(DataSource dataSource, WebProperties properties) {
        return new EffectRows(dataSource, properties.queryTimeoutMillis());
    }

    @Bean
    EffectWaiting effectWaiting(EffectRows effects, EffectWaits waits) {
        return new EffectWaiting(effects, waits);
    }

    @Bean
    EffectRegisters effectRegisters(DataSource dataSource) {
        return new EffectRegisters(dataSource);
    }

    @Bean
    AttemptRows attemptRows(DataSource dataSource) {
        return new AttemptRows(dataSource);
    }

    /** For the templates rabbitmq-operations and mqtt-operations. */
    @Bean
    OperationRequests operationRequests(Operations operations, ObjectMapper json, WebProperties properties) {
        return new QueuedOperations(operations, StrictJson.like(json, properties.wordBytesMax()));
    }

    @Bean
    ArrivalRows arrivalRows(DataSource dataSource) {
        return new ArrivalRows(dataSource);
    }

    @Bean
    PurgedMonths purgedMonths(DataSource dataSource) {
        return new PurgedMonths(dataSource);
    }

    @Bean
    Summaries summaries(DataSource dataSource) {
        return new Summaries(dataSource);
    }

    @Bean
    BootGenerations bootGenerations(DataSource dataSource) {
        return new BootGenerations(dataSource);
    }

    @Bean
    SequenceRows sequenceRows(DataSource dataSource) {
        return new SequenceRows(dataSource);
    }

    @Bean
    Imports imports(DataSource dataSource) {
        return new Imports(dataSource);
    }
}
