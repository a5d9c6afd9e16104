-- Where online visits happen: rooms that the service opens, and the links of online tokens.

-- The account at a Jitsi server; its secret is named, not stored.
alter table workspaces add column jitsi jsonb;
alter table workspaces add constraint jitsi_is_an_account check (
  jitsi is null or coalesce(
    video = 'ACCOUNT' and video_link is null and jitsi ->> 'url' ~ '^https?://\S+$' and jitsi ->> 'appId' <> '' and jitsi ->> 'secret' ~ '^secret:[A-Z][A-Z0-9_]*$',
    false
  )
) not valid;

-- The room of a visit, if the service opens one: a word that no one finds by guessing.
alter table appointments add column video_room text;
alter table appointments add constraint video_room_form check (video_room ~ '^[0-9a-z]{26}$') not valid;
alter table appointments add constraint video_room_has_a_link check (video_room is null or video_link is not null) not valid;
create unique index video_room_is_of_one_visit on appointments (video_room) where video_room is not null;

alter table queue_visits add column video_link text;
alter table queue_visits add column video_room text;
alter table queue_visits add constraint video_link_is_of_online_token check (video_link is null or mode = 'ONLINE') not valid;
alter table queue_visits add constraint token_video_room_form check (video_room ~ '^[0-9a-z]{26}$') not valid;
alter table queue_visits add constraint token_video_room_has_a_link check (video_room is null or video_link is not null) not valid;
create unique index video_room_is_of_one_token on queue_visits (video_room) where video_room is not null;
