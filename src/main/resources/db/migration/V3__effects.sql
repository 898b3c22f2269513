-- The life of an effect: claimed under a lease, tried, and recorded as what is known of it.

drop view effect_summary;
alter table outbox alter state drop default;
alter type effect_state rename to effect_state_v1;
create type effect_state as enum (
    'held', 'pending', 'in_flight', 'accepted', 'unknown', 'delivered', 'rejected', 'expired', 'abandoned', 'cancelled');
comment on type effect_state is
    'What is known of an effect. unknown: it may have been done. From delivered on the gateway does nothing more with it.';

alter table outbox alter state type effect_state using state::text::effect_state;
alter table outbox alter state set default 'pending';
drop type effect_state_v1;

alter table outbox
    add due_at       timestamptz,
    add leased_until timestamptz,
    add settled_at   timestamptz,
    add attempt_id   bigint,
    add attempts     integer not null default 0,
    add failures     integer not null default 0,
    add repeats      integer not null default 0,
    add asks         boolean not null default false,
    add doubtful     boolean not null default false,
    add age_waived   boolean not null default false,
    add lane         text collate "C",
    add worker       text,
    add reference    text,
    add reason       text;
-- What was planned before anybody delivered is history: a person decides whether it is still wanted.
update outbox set state = 'held';

-- Partitions that are there already; new ones are made so.
do $$
declare
    part regclass;
begin
    for part in select inhrelid::regclass from pg_inherits where inhparent = 'outbox'::regclass loop
        execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02, '
            'autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)', part);
    end loop;
end $$;

comment on column outbox.due_at is 'Not null if and only if a worker may claim it at that time.';
comment on column outbox.attempt_id is
    'The newest attempt, and its fencing token: an outcome is recorded only while this is still that attempt.';
comment on column outbox.attempts is 'Claims, counted when they are made.';
comment on column outbox.failures is 'Attempts that certainly did nothing and count towards the kind''s bound.';
comment on column outbox.repeats is 'Sends after one that may have done it.';
comment on column outbox.doubtful is 'An attempt may have done it, and nothing has proven otherwise.';
comment on column outbox.asks is 'The next attempt asks the target instead of sending.';
comment on column outbox.age_waived is 'A person wants it whatever its age.';
comment on column outbox.lane is 'Effects of one kind and lane go out one after the other; null: without an order.';
comment on column outbox.reference is 'What the target calls what it did: a document number, a message id.';
comment on column outbox.reason is 'Why it stands as it does, in words for people.';

create index outbox_due on outbox (kind, due_at) where due_at is not null;
-- The end of the lease is in no index: renewing it is then an update inside its page.
create index outbox_in_flight on outbox (kind) where state = 'in_flight';
create index outbox_parked on outbox (state, kind, planned_at) where state in ('held', 'accepted', 'unknown');
create index outbox_lane on outbox (kind, lane, effect_id)
    where lane is not null and state in ('held', 'pending', 'in_flight', 'accepted', 'unknown');
create index outbox_lane_busy on outbox (kind, lane)
    where lane is not null and (due_at is not null or state in ('in_flight', 'accepted', 'unknown'));

create table effect_kind_version (
    kind_version    integer generated always as identity primary key,
    kind            text collate "C" not null,
    definition      text not null,
    definition_hash bytea not null,
    recorded_at     timestamptz not null default now(),
    unique (kind, definition_hash)
);
comment on table effect_kind_version is 'Each text under which effects of a kind were ever tried.';

create sequence attempt_id_seq;

create table attempt (
    attempt_id     bigint not null default nextval('attempt_id_seq'),
    claimed_at     timestamptz not null default now(),
    effect_id      bigint not null,
    planned_at     timestamptz not null,
    attempt_no     integer not null,
    kind_version   integer not null,
    duration_ms    integer,
    repeat         boolean not null,
    purpose        text not null check (purpose in ('SEND', 'QUERY')),
    outcome        text check (outcome in (
                   'DELIVERED', 'ACCEPTED', 'NOT_DONE', 'TARGET_STOPPED', 'UNKNOWN', 'REJECTED', 'ABSENT')),
    channel        text collate "C" not null,
    worker         text not null,
    reason         text,
    answer_status  text,
    answer         text,
    reference      text,
    request_digest bytea,
    ended_at       timestamptz,
    primary key (attempt_id, claimed_at)
) partition by range (claimed_at);
create index attempt_by_effect on attempt (effect_id, attempt_id);
comment on table attempt is 'One try to deliver an effect, or to ask about it. A row is there from its claim on; without an outcome its worker is at it, or never came back.';
comment on column attempt.request_digest is 'SHA-256 of the message.';
comment on column attempt.answer is 'What the target said, cut and without secrets.';

create table attempt_part (
    attempt_id  bigint not null,
    part_no     integer not null,
    claimed_at  timestamptz not null,
    effect_id   bigint not null,
    planned_at  timestamptz not null,
    channel     text collate "C" not null,
    reference   text collate "C" not null,
    parts_total integer,
    detail      text,
    outcome     text check (outcome in ('DELIVERED', 'REJECTED')),
    reason      text,
    reported_at timestamptz,
    primary key (attempt_id, part_no, claimed_at)
) partition by range (claimed_at);
create index attempt_part_by_reference on attempt_part (channel, reference);
create index attempt_part_by_effect on attempt_part (effect_id);
comment on column attempt_part.parts_total is 'How many parts the message has: reports of fewer do not make it delivered. Null where its sender knows no parts.';
comment on column attempt_part.detail is 'What its sender needs to go on with the missing parts; null where there is nothing to go on with.';
comment on table attempt_part is 'What the target calls the parts that it accepted, e.g. the segments of a text message, and what it reported of each.';

create table effect_report (
    report_id     bigint generated always as identity primary key,
    reported_at   timestamptz not null default now(),
    channel       text collate "C" not null,
    reference     text collate "C" not null,
    outcome       text not null,
    reason        text,
    answer_status text,
    answer        text,
    matched       boolean not null default false
);
create index effect_report_unmatched on effect_report (channel, reference) where not matched;
comment on table effect_report is 'Every report of a target, also early, late and repeated ones. matched: the part it speaks of is known.';

create table effect_move (
    move_id    bigint generated always as identity primary key,
    effect_id  bigint not null,
    moved_at   timestamptz not null default now(),
    action     text not null check (action in ('retry', 'skip', 'cancel', 'settle', 'release')),
    from_state effect_state not null,
    to_state   effect_state not null,
    moved_by   text not null check (moved_by <> ''),
    reason     text not null check (reason <> '')
);
create index effect_move_by_effect on effect_move (effect_id, move_id);
comment on table effect_move is 'What people did to effects. Appended to, never edited.';

create table effect_switch (
    switch_id   bigint generated always as identity primary key,
    switched_at timestamptz not null default now(),
    mode        text not null check (mode in ('live', 'hold', 'off')),
    switched_by text not null check (switched_by <> ''),
    reason      text not null check (reason <> '')
);
comment on table effect_switch is 'live: planned and delivered; hold: planned as held, nothing is claimed; off: none are planned. The newest row counts; without a row it is live.';

create table effect_channel_stop (
    stop_id       bigint generated always as identity primary key,
    channel       text collate "C" not null,
    stopped_at    timestamptz not null default now(),
    reason        text not null,
    resumed_at    timestamptz,
    resumed_by    text,
    resume_reason text
);
create unique index effect_channel_stopped on effect_channel_stop (channel) where resumed_at is null;
comment on table effect_channel_stop is 'A target that refused the gateway''s credentials: nothing of its channel is claimed until the stop is resumed.';

create table effect_deployment (
    only_row          boolean primary key default true check (only_row),
    system_identifier bigint not null,
    timeline          integer not null,
    database          oid not null,
    seen_at           timestamptz not null default now()
);
comment on table effect_deployment is 'The PostgreSQL cluster on which effects last ran. Another one: this is a restored copy, whose pending effects may have been done already.';

-- Views ----------------------------------------------------------------------------------------------------------

create view effect_summary as
select canonical_id, profile, rule, kind, state, count(*) as effects, sum(attempts) as attempts
  from outbox
 group by canonical_id, profile, rule, kind, state;

create view effect_open as
select effect_id, kind, state, lane, planned_at, due_at, attempts, failures, repeats, doubtful, idempotency_key, canonical_id,
       reason, state = 'unknown' and due_at is null as waits_for_a_person
  from outbox
 where state in ('held', 'pending', 'in_flight', 'accepted', 'unknown');
comment on view effect_open is 'Effects that are not settled.';

create view effect_attempt as
select a.effect_id, a.attempt_id, a.attempt_no, a.purpose, a.repeat, a.channel, o.kind, v.kind_version, a.worker, a.claimed_at,
       a.ended_at, a.duration_ms, a.outcome, a.reason, a.answer_status, a.answer, a.reference, a.request_digest,
       o.idempotency_key, o.canonical_id
  from attempt a
  join outbox o on o.effect_id = a.effect_id and o.planned_at = a.planned_at
  left join effect_kind_version v using (kind_version);
comment on view effect_attempt is 'Attempts with the effects that they belong to.';
