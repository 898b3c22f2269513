-- What devices and clients repeat counts up instead of filling rows.

alter table operation_word
    add column times   integer not null default 1,
    add column last_at timestamptz;
comment on column operation_word.times is
    'How often it was said. Of an operation the first words are kept and the newest: the newest row counts, too, those that it took the place of.';
comment on column operation_word.last_at is 'When it was said last; null if once.';
comment on column operation_conflict.times is
    'How often it was asked. Of an operation the first contradictions are kept and the newest: the newest row counts, too, those that it took the place of.';

create index work_item_operation_conflicts on work_item (operation_key) where kind = 'OPERATION_CONFLICT';
comment on table work_item is
    'Something only a person can settle: one per (canonical, other payload), one per (profile, reason) of what has no identity, one per operation whose end is not known, one open at a time per operation that was contradicted.';
