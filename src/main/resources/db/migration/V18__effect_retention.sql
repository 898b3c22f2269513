-- Repeats of a month are counted piece by piece. Effects with their attempts may be given up month by month as well.

alter table retention_month
    drop constraint retention_month_state_check,
    drop constraint retention_month_check,
    alter rolled_up_at drop not null,
    add counted_to bigint not null default 0,
    add constraint retention_month_state_check check (state in ('COUNTING', 'ROLLED_UP', 'DETACHED', 'DROPPED')),
    add constraint retention_month_check check ((state in ('COUNTING', 'ROLLED_UP')) = (detached_at is null)),
    add constraint retention_month_counted check ((state = 'COUNTING') = (rolled_up_at is null));
comment on column retention_month.counted_to is 'While COUNTING: events up to this canonical_id are counted.';

create or replace view rolled_up as
select u.canonical_id, sum(u.duplicate_count)::bigint as duplicate_count, sum(u.conflict_count)::bigint as conflict_count,
       min(u.first_arrival) as first_arrival, max(u.last_arrival) as last_arrival
  from arrival_rollup u
  join retention_month m using (month)
 where m.state in ('DETACHED', 'DROPPED')
 group by u.canonical_id;

create or replace view effect_open as
select effect_id, kind, state, lane, planned_at, due_at, attempts, failures, repeats, doubtful, idempotency_key, canonical_id,
       reason, state = 'held' or state = 'unknown' and due_at is null or state in ('rejected', 'abandoned') as waits_for_a_person,
       arrival_id
  from outbox
 where state in ('held', 'pending', 'in_flight', 'accepted', 'unknown')
    or state in ('rejected', 'abandoned')
       and (select m.to_state from effect_move m where m.effect_id = outbox.effect_id order by m.move_id desc limit 1)
           is distinct from state;

create table effect_month (
    month           date primary key check (extract(day from month) = 1),
    state           text not null check (state in ('ROLLED_UP', 'DETACHED', 'DROPPED')),
    first_effect_id bigint,
    last_effect_id  bigint,
    rolled_up_at    timestamptz not null default now(),
    detached_at     timestamptz,
    dropped_at      timestamptz,
    check ((state = 'ROLLED_UP') = (detached_at is null)),
    check ((state = 'DROPPED') = (dropped_at is not null))
);
comment on table effect_month is
    'How far giving up a month of effects has come. The counts of effect_rollup hold from DETACHED on: until then the effects themselves are counted.';
comment on column effect_month.first_effect_id is 'The smallest effect_id of the month, null if it had none.';

create table effect_rollup (
    month    date not null references effect_month,
    kind     text collate "C" not null,
    state    effect_state not null,
    effects  bigint not null,
    attempts bigint not null,
    repeats  bigint not null,
    primary key (month, kind, state)
);
comment on table effect_rollup is 'Of effects that are given up: how many there were of each kind, how each ended, and how often they were tried.';

create view effect_counts as
select kind, state, sum(effects)::bigint as effects, sum(attempts)::bigint as attempts, sum(repeats)::bigint as repeats
  from (select kind, state, count(*) as effects, sum(attempts) as attempts, sum(repeats) as repeats
          from outbox
         group by kind, state
        union all
        select r.kind, r.state, r.effects, r.attempts, r.repeats
          from effect_rollup r
          join effect_month m using (month)
         where m.state <> 'ROLLED_UP') counted
 group by kind, state;
comment on view effect_counts is 'Effects by kind and state, those that are no longer kept included.';
