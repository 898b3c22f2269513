-- Arrivals may be given up month by month. Their identities stay, and how often each was repeated or contradicted.

create table retention_month (
    month            date primary key check (extract(day from month) = 1),
    state            text not null check (state in ('ROLLED_UP', 'DETACHED', 'DROPPED')),
    first_arrival_id bigint,
    last_arrival_id  bigint,
    rolled_up_at     timestamptz not null default now(),
    detached_at      timestamptz,
    dropped_at       timestamptz,
    check ((state = 'ROLLED_UP') = (detached_at is null)),
    check ((state = 'DROPPED') = (dropped_at is not null))
);
comment on table retention_month is
    'How far giving up a month of arrivals has come. The counts of arrival_rollup hold from DETACHED on: until then the arrivals themselves are counted.';
comment on column retention_month.first_arrival_id is 'The smallest arrival_id of the month, null if it had none.';

create table arrival_rollup (
    canonical_id    bigint not null,
    month           date not null references retention_month,
    duplicate_count bigint not null,
    conflict_count  bigint not null,
    first_arrival   timestamptz not null,
    last_arrival    timestamptz not null,
    primary key (canonical_id, month)
);
comment on table arrival_rollup is
    'Of arrivals that are given up: how often they repeated or contradicted an event, and the smallest and largest arrival_at of these. First decisions only; completions stay.';

-- Identities are written in the order of their time, so that this index is small and costs an insert next to nothing.
create index identity_by_recorded_at on identity using brin (recorded_at);

-- A completion outlives the arrival that it completes.
create or replace view decided_arrival as
select a.arrival_id, a.recorded_at, a.arrival_at, a.source_id, a.transition_id, a.boot_id, a.decision, a.canonical_id,
       a.recurrence_of, a.late, a.reason, a.raw_hash, a.payload_hash, a.canon_version, a.profile_version, a.inlet_id,
       a.source_time_text, a.flags, a.work_item_id, false as completed
  from arrival a
union all
select c.arrival_id, coalesce(a.recorded_at, c.recorded_at) as recorded_at, c.arrival_at, c.source_id, c.transition_id,
       c.boot_id, c.decision, c.canonical_id, c.recurrence_of, c.late, a.reason, a.raw_hash, c.payload_hash, c.canon_version,
       c.profile_version, a.inlet_id, coalesce(c.source_time_text, a.source_time_text) as source_time_text, c.flags,
       c.work_item_id, true as completed
  from completion c
  left join arrival a on a.arrival_id = c.arrival_id;

create view rolled_up as
select u.canonical_id, sum(u.duplicate_count)::bigint as duplicate_count, sum(u.conflict_count)::bigint as conflict_count,
       min(u.first_arrival) as first_arrival, max(u.last_arrival) as last_arrival
  from arrival_rollup u
  join retention_month m using (month)
 where m.state <> 'ROLLED_UP'
 group by u.canonical_id;
comment on view rolled_up is 'Per event: repeats and contradictions whose arrivals are no longer kept.';

create or replace view canonical_summary as
select i.canonical_id, s.source, i.transition_id, i.boot_id,
       coalesce(r.duplicate_count, 0) + coalesce(u.duplicate_count, 0) as duplicate_count,
       coalesce(r.conflict_count, 0) + coalesce(u.conflict_count, 0) as conflict_count,
       least(i.arrival_at, r.first_arrival, u.first_arrival) as first_arrival,
       greatest(i.arrival_at, r.last_arrival, u.last_arrival) as last_arrival,
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
          and d.decision in ('DUPLICATE', 'CONFLICT')) r on true
  left join lateral (select * from rolled_up p where p.canonical_id = i.canonical_id) u on true;
comment on view canonical_summary is
    'Per identity: how often it was repeated or contradicted, arrivals that are no longer kept included; first and last arrival are the smallest and largest arrival_at.';
