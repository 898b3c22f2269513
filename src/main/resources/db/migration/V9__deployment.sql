-- Which deployment plans an effect: the first part of its idempotency key. Ids of events begin anew in every new store, and two
-- gateways may serve one target, so that without it two different effects could meet under one key.

create table deployment (
    deployment_no bigint generated always as identity primary key,
    deployment    text collate "C" not null unique
                  default left(replace(gen_random_uuid()::text, '-', ''), 12)
                  check (deployment ~ '^[0-9a-f]{12}$'),
    begun_at      timestamptz not null default now(),
    reason        text not null check (reason <> '')
);
comment on table deployment is
    'Names that begin the idempotency keys of effects; the newest counts for what is planned from now on, and keys that were planned stay. A row more: insert into deployment (reason) values (…).';

insert into deployment (reason) values ('The store was made, or taken over.');
