package io.plantgate.web;

import io.plantgate.effect.EffectPeople;
import io.plantgate.effect.EffectPeople.Answered;
import io.plantgate.effect.EffectState;
import io.plantgate.inlet.http.ProblemType;
import io.plantgate.ledger.EffectPlanning.Mode;
import java.security.Principal;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What people decide about effects. Each word has a name, a time and a reason, and stands in the effect's story. */
@RestController
@RequestMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
class EffectWordsController {

    private final EffectPeople people;
    private final PurgedMonths purged;

    EffectWordsController(EffectPeople people, PurgedMonths purged) {
        this.people = people;
        this.purged = purged;
    }

    /** Sends it again, whatever its age. */
    @PostMapping("/api/effects/{effectId}/retry")
    ResponseEntity<?> retry(@PathVariable long effectId, @RequestBody EffectWords.Because word, Principal person) {
        return answer(effectId, people.retry(effectId, EffectWords.signed(person, word.reason())));
    }

    /** It is not to be done any more. */
    @PostMapping("/api/effects/{effectId}/cancel")
    ResponseEntity<?> cancel(@PathVariable long effectId, @RequestBody EffectWords.Because word, Principal person) {
        return answer(effectId, people.cancel(effectId, EffectWords.signed(person, word.reason())));
    }

    /** Takes the head of a lane out of the way; it is not done. */
    @PostMapping("/api/effects/{effectId}/skip")
    ResponseEntity<?> skip(@PathVariable long effectId, @RequestBody EffectWords.Because word, Principal person) {
        return answer(effectId, people.skip(effectId, EffectWords.signed(person, word.reason())));
    }

    /** Lets the rest of its lane go on without waiting for it. */
    @PostMapping("/api/effects/{effectId}/release")
    ResponseEntity<?> release(@PathVariable long effectId, @RequestBody EffectWords.Because word, Principal person) {
        return answer(effectId, people.release(effectId, EffectWords.signed(person, word.reason())));
    }

    /** Says what was found out at the target. */
    @PostMapping("/api/effects/{effectId}/settlement")
    ResponseEntity<?> settle(@PathVariable long effectId, @RequestBody EffectWords.Settling word, Principal person) {
        EffectState found = word.found();
        return answer(
                effectId, people.settle(effectId, found, word.named(), EffectWords.signed(person, word.reason())));
    }

    /** Lets held effects of a kind go. */
    @PostMapping("/api/effects/releases")
    Map<String, Integer> releaseHeld(@RequestBody EffectWords.Releasing word, Principal person) {
        return Map.of(
                "released", people.releaseHeld(word.named(), word.most(), EffectWords.signed(person, word.reason())));
    }

    /** Lets a channel go on that its target had stopped. */
    @PostMapping("/api/effect-channels/{channel}/resume")
    ResponseEntity<?> resume(@PathVariable String channel, @RequestBody EffectWords.Because word, Principal person) {
        return people.resume(channel, EffectWords.signed(person, word.reason()))
                ? ResponseEntity.ok(Map.of("channel", channel, "resumed", true))
                : Problems.answer(ProblemType.NOT_FOUND.because("No stopped channel has this name. "
                        + "GET /api/effect-channels lists those that are stopped."));
    }

    /** Live, hold or off, for all nodes. */
    @PostMapping("/api/effect-switch")
    Map<String, Mode> switchTo(@RequestBody EffectWords.Switching word, Principal person) {
        Mode wanted = word.wanted();
        people.switchTo(wanted, EffectWords.signed(person, word.reason()));
        return Map.of("mode", wanted);
    }

    private ResponseEntity<?> answer(long effectId, Answered answered) {
        if (answered instanceof Answered.Moved moved) {
            return ResponseEntity.ok(Map.of("effectId", effectId, "from", moved.from(), "to", moved.to()));
        }
        if (answered instanceof Answered.NotNow not) {
            return Problems.answer(ProblemType.EFFECT_STATE.because(
                    "Effect " + effectId + " is " + not.state() + ". " + not.reason() + " Nothing was changed."));
        }
        throw purged.noEffect(effectId);
    }
}
