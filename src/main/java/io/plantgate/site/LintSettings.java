package io.plantgate.site;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param receivedByCode names of {@code direct:} endpoints whose routes are written in Java */
@ConfigurationProperties("plantgate.lint")
record LintSettings(@DefaultValue Set<String> receivedByCode) {}
