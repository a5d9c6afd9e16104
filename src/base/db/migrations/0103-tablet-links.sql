-- room: notices
-- Links with which a patient fills in forms on a tablet of the clinic.

alter table visit_links add column tablet_until timestamptz;
comment on column visit_links.tablet_until is
  'Of a link for a tablet of the clinic, until when it opens the forms of the visit, and nothing else; later with each answer. Null: the patient has the link.';
