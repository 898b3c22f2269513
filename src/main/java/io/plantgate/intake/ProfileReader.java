package io.plantgate.intake;

import io.plantgate.intake.ProfileTree.At;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a profile of its text, or says all that is wrong with it. */
final class ProfileReader {

    private static final YamlSchema SCHEMA =
            new YamlSchema(ProfileReader.class.getResourceAsStream("profile.schema.json"), "the profile");
    private static final String EMPTY =
            "the file is empty; expected: at least contract, format and identity. Write them, or remove the file";

    private final String name;
    private final ProfileTree tree;
    private final Bounds bounds;
    private final FormatChoice format;

    private ProfileReader(String name, ProfileTree tree) {
        this.name = name;
        this.tree = tree;
        this.bounds = bounds(tree.at("bounds"));
        this.format = FormatChoice.of(tree, bounds);
    }

    /**
     * @param name the profile's name
     * @param file its file, for findings
     * @throws ProfilesRefusedException with all findings
     */
    static DefinedProfile read(String name, String file, String text) {
        YamlText yaml = YamlText.parse(file, text, EMPTY);
        refuse(yaml.findings());
        refuse(SCHEMA.findings(file, yaml));
        ProfileTree tree = new ProfileTree(file, yaml);
        DefinedProfile profile = new ProfileReader(name, tree).profile(text);
        refuse(tree.findings());
        return profile;
    }

    private static void refuse(List<YamlFinding> findings) {
        if (!findings.isEmpty()) {
            throw new ProfilesRefusedException(findings);
        }
    }

    private DefinedProfile profile(String text) {
        return Contract.named(tree.root().path("contract").asText()) == Contract.SCAN ? scans(text) : events(text);
    }

    private DefinedProfile scans(String text) {
        ScanDefinition scans = new ScanDefinition(name, tree, new FieldDefinitions(tree, format, bounds), sourceTime());
        ItemReader reader = new ItemReader(
                name, format.item(), bounds, null, null, null, null, List.of(), null, true, scans.rules());
        return new DefinedProfile(name, scans.digest(), text, reader, format.framing());
    }

    private DefinedProfile events(String text) {
        Optional<IdentityRules> identity = new IdentityDefinition(name, tree, format).read();
        FieldDefinitions fields = new FieldDefinitions(tree, format, bounds);
        EffectDefinitions effects = new EffectDefinitions(tree, fields);
        BootRule boot = effects.boot();
        List<EffectRule> rules = effects.rules();
        NumberingRule numbering = new NumberingDefinition(tree).read();
        SourceTimeRule time = sourceTime();
        if (identity.isEmpty()) {
            return null;
        }
        List<Pointer> names = identityPointers(identity.get(), boot);
        PayloadDefinition payload = new PayloadDefinition(tree, fields, names);
        ItemReader reader = new ItemReader(
                name,
                format.item(),
                bounds,
                identity.get(),
                payload.rules(),
                time,
                boot,
                rules,
                numbering,
                !names.isEmpty(),
                null);
        return new DefinedProfile(name, payload.digest(), text, reader, format.framing());
    }

    private static List<Pointer> identityPointers(IdentityRules identity, BootRule boot) {
        List<Place> ofBoot = boot == null || boot.transitionId() == null
                ? List.of()
                : boot.transitionId().places();
        Stream<Pointer> bootPointers =
                ofBoot.stream().filter(Place.InItem.class::isInstance).map(place -> ((Place.InItem) place).pointer());
        return Stream.concat(identity.pointers().stream(), bootPointers)
                .distinct()
                .toList();
    }

    private SourceTimeRule sourceTime() {
        At at = tree.at("sourceTime");
        return at.isThere() ? new SourceTimeRule(tree.place(at), zone(tree, at)) : null;
    }

    static ZoneId zone(ProfileTree tree, At at) {
        String zone = at.text("zone", null);
        try {
            return zone == null ? null : ZoneId.of(zone);
        } catch (DateTimeException e) {
            tree.refuse(
                    at.get("zone").pointer(),
                    "'" + zone + "' is no time zone; expected: one such as Asia/Shanghai or +08:00");
            return null;
        }
    }

    private static Bounds bounds(At at) {
        Bounds d = Bounds.DEFAULT;
        return new Bounds(
                at.node().path("payloadBytesMax").asInt(d.payloadBytesMax()),
                at.node().path("rawPrefixBytes").asInt(d.rawPrefixBytes()),
                at.node().path("depthMax").asInt(d.depthMax()),
                at.node().path("numberDigitsMax").asInt(d.numberDigitsMax()),
                at.node().path("numberExponentMax").asInt(d.numberExponentMax()),
                at.node().path("fieldsMax").asInt(d.fieldsMax()),
                at.node().path("quotedLinesMax").asInt(d.quotedLinesMax()));
    }
}
