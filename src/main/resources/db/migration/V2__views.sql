-- Views for people. An arrival's first decision stays on its row; what a person completed later stands beside it.

create view decided_arrival as
select a.arrival_id, a.recorded_at, a.arrival_at, a.source_id, a.transition_id, a.boot_id, a.decision, a.canonical_id,
       a.recurrence_of, a.late, a.reason, a.raw_hash, a.payload_hash, a.canon_version, a.profile_version, a.inlet_id,
       a.source_time_text, a.flags, a.work_item_id, false as completed
  from arrival a
union all
select a.arrival_id, a.recorded_at, a.arrival_at, c.source_id, c.transition_id, c.boot_id, c.decision, c.canonical_id,
       c.recurrence_of, c.late, a.reason, a.raw_hash, c.payload_hash, c.canon_version, c.profile_version, a.inlet_id,
       a.source_time_text, c.flags, c.work_item_id, true as completed
  from completion c
  join arrival a on a.arrival_id = c.arrival_id;
comment on view decided_arrival is 'Arrivals with each of their decisions: a completed one appears twice, completed = true for the later decision.';

create view canonical_event as
select d.arrival_id as canonical_id, s.source, s.device, d.transition_id, d.boot_id, d.arrival_at, d.recorded_at,
       d.source_time_text, d.late, d.recurrence_of, d.payload_hash, d.raw_hash, d.completed
  from decided_arrival d
  join source s using (source_id)
 where d.decision = 'CANONICAL';
comment on view canonical_event is 'The first arrival recorded under each identity.';

create view canonical_summary as
select i.canonical_id, s.source, i.transition_id, i.boot_id,
       coalesce(r.duplicate_count, 0) as duplicate_count,
       coalesce(r.conflict_count, 0) as conflict_count,
       least(i.arrival_at, r.first_arrival) as first_arrival,
       greatest(i.arrival_at, r.last_arrival) as last_arrival,
       i.payload_hash
  from identity i
  join source s using (source_id)
  left join lateral (
       select count(*) filter (where d.decision = 'DUPLICATE') as duplicate_count,
              count(*) filter (where d.decision = 'CONFLICT') as conflict_count,
              min(d.arrival_at) as first_arrival,
              max(d.arrival_at) as last_arrival
         from decided_arrival d
        where d.canonical_id = i.canonical_id
          and d.decision in ('DUPLICATE', 'CONFLICT')) r on true;
comment on view canonical_summary is
    'Per identity: how often it was repeated or contradicted; first and last arrival are the smallest and largest arrival_at.';

create view duplicate_log as
select d.arrival_id, d.canonical_id as duplicate_of, s.source, d.transition_id, d.boot_id, d.arrival_at, d.recorded_at,
       d.payload_hash, d.raw_hash, d.late, d.completed
  from decided_arrival d
  join source s using (source_id)
 where d.decision = 'DUPLICATE';

create view conflict_log as
select d.arrival_id, d.canonical_id, s.source, d.transition_id, d.boot_id,
       i.payload_hash as first_payload_hash, d.payload_hash as other_payload_hash,
       i.arrival_at as first_arrival_at, d.arrival_at as other_arrival_at, d.work_item_id, d.recorded_at, d.completed
  from decided_arrival d
  join source s using (source_id)
  left join identity i
    on i.source_id = d.source_id and i.transition_id = d.transition_id and i.boot_id = d.boot_id
 where d.decision = 'CONFLICT';
comment on view conflict_log is 'DuplicateConflict: both payload hashes and both arrival times.';

create view incomplete_list as
select a.arrival_id, p.profile, a.reason, s.source, a.transition_id, a.boot_id, a.arrival_at, a.recorded_at, a.raw_hash,
       a.payload_hash, a.work_item_id
  from arrival a
  left join source s using (source_id)
  left join profile_version p using (profile_version)
 where a.decision = 'INCOMPLETE'
   and not exists (select from completion c where c.arrival_id = a.arrival_id);
comment on view incomplete_list is 'To be completed: arrivals whose identity is not known (IdentityIncomplete, generation unknown).';

create view effect_summary as
select canonical_id, profile, rule, kind, state, count(*) as effects
  from outbox
 group by canonical_id, profile, rule, kind, state;
