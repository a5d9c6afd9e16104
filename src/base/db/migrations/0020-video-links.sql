-- Links of online visits: made from what the clinic or the practitioner has, kept with the visit.

alter table workspaces
  -- '{visit}' in it stands for what tells one visit's room from another's.
  add column video_link text constraint workspace_video_link_is_https check (video_link ~ '^https://\S+$');

alter table practitioners
  add column video_link text constraint practitioner_video_link_is_https check (video_link ~ '^https://\S+$');

alter table appointments
  -- Null where nothing gave a link: the clinic sends one by itself.
  add column video_link text constraint video_link_is_of_online_visit check (video_link is null or mode = 'ONLINE');
