-- What waits for a person, in SQL as over REST, in the metric and in health.

create or replace view effect_open as
select effect_id, kind, state, lane, planned_at, due_at, attempts, failures, repeats, doubtful, idempotency_key, canonical_id,
       reason, state = 'held' or state = 'unknown' and due_at is null or state in ('rejected', 'abandoned') as waits_for_a_person
  from outbox
 where state in ('held', 'pending', 'in_flight', 'accepted', 'unknown')
    or state in ('rejected', 'abandoned')
       and (select m.to_state from effect_move m where m.effect_id = outbox.effect_id order by m.move_id desc limit 1)
           is distinct from state;
comment on view effect_open is
    'Effects that are not settled, and those rejected or abandoned that no person has had the last word on.';

comment on column outbox.repeats is
    'Sends after one that may have done it, or that the target had accepted and then denied.';
