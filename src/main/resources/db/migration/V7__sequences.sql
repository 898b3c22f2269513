-- Sequences: strictly rising numbers per entity. A number's position is the number itself, unrolled over the laps of its
-- modulus; number = position % modulus.

create table sequence_track (
    source_id        bigint not null,
    boot_id          text collate "C" not null,
    generation       integer not null default 0,
    modulus          bigint not null default 0,
    high             bigint not null default -1,
    numbers          bigint not null default 0,
    first_arrival_at timestamptz,
    last_arrival_at  timestamptz,
    track            bytea,
    primary key (source_id, boot_id)
) with (fillfactor = 60);
alter table sequence_track alter column track set storage plain;
comment on table sequence_track is
    'One row per entity and boot: the arbiter of its numbers. Its row lock, taken in key order, makes two nodes agree.';
comment on column sequence_track.generation is
    'Counts restarts that a profile declares (restartsAt) for sources that name no boot; see sequence_restart.';
comment on column sequence_track.high is 'The highest position that was seen; -1 before the first.';
comment on column sequence_track.numbers is 'How many different numbers were seen, over all its generations.';
comment on column sequence_track.track is 'High mark, floor, and a bit for each of the numbers below it that the window remembers.';

create table sequence_block (
    source_id       bigint not null,
    boot_id         text collate "C" not null,
    block_no        bigint not null,
    generation      integer not null,
    arrival_id      bigint not null,
    arrival_at      timestamptz not null,
    profile_version integer not null,
    canon_version   smallint not null,
    numbers         bytea not null,
    primary key (source_id, boot_id, block_no, generation, arrival_id)
);
alter table sequence_block alter column numbers set storage main;
comment on table sequence_block is
    'What is known of first arrivals, for good: blocks of 1,024 positions, each in the parts in which it came. Rows are only ever inserted.';
comment on column sequence_block.numbers is
    '14 bytes a number: position in the block (2), digest of its payload (4), its arrival''s id (4) and time in ms (4), both from the row''s own.';

create table sequence_restart (
    source_id  bigint not null,
    boot_id    text collate "C" not null,
    generation integer not null,
    arrival_id bigint not null,
    high       bigint not null,
    restarted_at timestamptz not null default now(),
    primary key (source_id, boot_id, generation)
);
comment on table sequence_restart is
    'A restart that was told by the number with which the profile says that its source begins again; high is where it had come to.';

create table sequence_gap (
    gap_id      bigint generated always as identity primary key,
    source_id   bigint not null,
    boot_id     text collate "C" not null,
    generation  integer not null,
    first_no    bigint not null,
    last_no     bigint not null,
    missing     bigint not null check (missing >= 0),
    opened_by   bigint not null,
    opened_at   timestamptz not null default now(),
    filled_at   timestamptz,
    alarmed_at  timestamptz,
    given_up_at timestamptz
);
create index sequence_gap_of on sequence_gap (source_id, boot_id, generation, last_no);
create index sequence_gap_open on sequence_gap (opened_at) where filled_at is null and given_up_at is null;
comment on table sequence_gap is
    'Positions that were skipped: opened by the arrival behind them, filled by those that came late, given up after a time.';

comment on column sequence_gap.alarmed_at is 'When it was found to be too large, or open for too long.';

create view sequence_entity as
select s.source_id, substr(s.source, length('sequence:') + 1) as entity, t.boot_id, t.generation,
       case when t.modulus = 0 then t.high else t.high % t.modulus end as highest,
       t.high as highest_position, t.numbers, t.first_arrival_at, t.last_arrival_at,
       case when t.last_arrival_at > t.first_arrival_at
            then (t.numbers - 1) / extract(epoch from t.last_arrival_at - t.first_arrival_at) end as numbers_per_second,
       g.open_gaps, g.filled_gaps, g.given_up_gaps, g.missing
  from sequence_track t
  join source s using (source_id)
 cross join lateral (
       select count(*) filter (where filled_at is null and given_up_at is null) as open_gaps,
              count(*) filter (where filled_at is not null) as filled_gaps,
              count(*) filter (where filled_at is null and given_up_at is not null) as given_up_gaps,
              coalesce(sum(g.missing), 0) as missing
         from sequence_gap g
        where g.source_id = t.source_id and g.boot_id = t.boot_id) g
 where t.high >= 0;
comment on view sequence_entity is 'Per entity and boot: how far it has come, how fast, and what is missing.';

create view sequence_gap_list as
select g.gap_id, s.source_id, substr(s.source, length('sequence:') + 1) as entity, g.boot_id, g.generation,
       case when t.modulus = 0 then g.first_no else g.first_no % t.modulus end as first_missing,
       case when t.modulus = 0 then g.last_no else g.last_no % t.modulus end as last_missing,
       g.missing, g.opened_by, g.opened_at, g.alarmed_at, g.filled_at, g.given_up_at,
       case when g.filled_at is not null then 'filled' when g.given_up_at is not null then 'given up' else 'open' end as state
  from sequence_gap g
  join source s using (source_id)
  join sequence_track t using (source_id, boot_id);
comment on view sequence_gap_list is 'Gaps as people read them: numbers as sent, and what became of the gap.';
