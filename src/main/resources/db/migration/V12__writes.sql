-- What a write to equipment began under, so that what is read afterwards is not taken for its doing without cause.

alter table operation_attempt
    add equipment_version integer,
    add unsettled bigint[];
comment on column operation_attempt.equipment_version is
    'The text of the equipment under which it went on to its write; null if it did not, or is older than this column.';
comment on column operation_attempt.unsettled is
    'Operations whose writes had begun at the same equipment and were neither done nor not done when this one was claimed: until each of them has failed, what is read may be their doing.';
comment on column operation_attempt.writing_at is
    'Set while the operation is sent under this attempt and its lease and validity hold, directly before the write. Null, or word LATE: certainly nothing was written.';

-- A device's word against the recorded end is for a person, whoever recorded it.
alter table work_item drop constraint work_item_kind_check;
do $$
declare
    said text;
begin
    for said in select conname from pg_constraint
                 where conrelid = 'work_item'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%operation_key%' loop
        execute format('alter table work_item drop constraint %I', said);
    end loop;
end $$;
alter table work_item
    add constraint work_item_kind_check check (
        kind in ('CONFLICT', 'INCOMPLETE', 'OPERATION', 'OPERATION_CONFLICT', 'OPERATION_WORD', 'REPEATS')),
    add check ((operation_key is not null) = (kind in ('OPERATION', 'OPERATION_CONFLICT', 'OPERATION_WORD')));
create unique index work_item_operation_word on work_item (operation_key) where kind = 'OPERATION_WORD';
