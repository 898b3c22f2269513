package io.plantgate.operation;

import io.plantgate.intake.YamlFinding;
import java.util.List;
import java.util.stream.Collectors;

/** One or more equipment files are wrong; none is used. Says all that was found, in all files. */
public final class EquipmentRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final transient List<YamlFinding> findings;

    public EquipmentRefusedException(List<YamlFinding> findings) {
        super(findings.stream().map(YamlFinding::toString).collect(Collectors.joining("\n")));
        this.findings = List.copyOf(findings);
    }

    public List<YamlFinding> findings() {
        return findings;
    }
}
