package io.plantgate.web;

import io.plantgate.effect.EffectState;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/effects} and {@code GET /api/effects/{effectId}}: what follows from events, and what is known of it. */
@RestController
class EffectsController {

    private final EffectRows effects;
    private final AttemptRows attempts;
    private final EffectRegisters registers;
    private final EffectWaiting waiting;
    private final PurgedMonths purged;
    private final Paging paging;

    EffectsController(
            EffectRows effects,
            AttemptRows attempts,
            EffectRegisters registers,
            EffectWaiting waiting,
            PurgedMonths purged,
            Paging paging) {
        this.purged = purged;
        this.waiting = waiting;
        this.effects = effects;
        this.attempts = attempts;
        this.registers = registers;
        this.paging = paging;
    }

    @GetMapping("/api/effects")
    Page<EffectRow> list(
            @RequestParam(required = false) EffectState state,
            @RequestParam(required = false) String kind,
            @RequestParam(required = false) String lane,
            @RequestParam(required = false) Long canonicalId,
            @RequestParam(required = false) Boolean waiting,
            @RequestParam(required = false) Integer attemptsMin,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit),
                rows -> effects.find(new EffectQuery(
                        state, kind, lane, canonicalId, waiting, attemptsMin, Paging.below(after), rows)),
                EffectRow::effectId);
    }

    @GetMapping("/api/effects/{effectId}")
    EffectStory story(
            @PathVariable long effectId,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        int pageRows = paging.limit(limit);
        EffectRow effect = effects.find(effectId).orElseThrow(() -> purged.noEffect(effectId));
        return new EffectStory(
                effect,
                waiting.of(effect),
                Page.of(
                        pageRows,
                        rows -> attempts.ofEffect(effectId, Paging.below(after), rows),
                        AttemptRow::attemptId),
                attempts.parts(List.of(effectId), pageRows).getOrDefault(effectId, List.of()),
                attempts.moves(List.of(effectId), pageRows).getOrDefault(effectId, List.of()));
    }

    /** The site's switch with its history. */
    @GetMapping("/api/effect-switch")
    SwitchAnswer effectSwitch(@RequestParam(required = false) Integer limit) {
        List<EffectRegisters.Switch> history = registers.switches(paging.limit(limit));
        return new SwitchAnswer(history.isEmpty() ? "LIVE" : history.get(0).mode(), history);
    }

    /** Channels whose targets refused the gateway; what is open of a kind stands under /actuator/prometheus. */
    @GetMapping("/api/effect-channels")
    Map<String, List<EffectRegisters.Stop>> channels(@RequestParam(required = false) Integer limit) {
        return Map.of("stops", registers.stops(paging.limit(limit)));
    }

    /** What the site does with effects, and who said so. */
    record SwitchAnswer(String mode, List<EffectRegisters.Switch> history) {}
}
