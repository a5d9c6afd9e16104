-- What everyone at the clinic has to see first of a patient, such as an allergy.
alter table patients add column alert text;
alter table patients add constraint patient_alert_length check (char_length(alert) between 1 and 200) not valid;
