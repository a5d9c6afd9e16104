// Whose records an operation is about: what a member of the staff who sees the patients of own visits alone may call it for
// (DASH-10). An operation says it beside its right; dashboard/own-visits.ts asks the database.

/** By which member of its input an operation says whose records it is about. */
export type About =
  /** `id`: an appointment or a token. */
  | 'visit'
  /** `id`: a series of appointments. */
  | 'series'
  /** `id`: a block of a practitioner's time. */
  | 'block'
  /** `shift` or `qmsWorkShiftId`: a queue. */
  | 'shift'
  /** `id`: a patient. */
  | 'patient'
  /** `patientId`: a patient. */
  | 'patientId'
  /** `from` and `into`: two records of one patient. */
  | 'two patients'
  /** `id`: a session pack of a patient. */
  | 'pack'
  /** `doctorId`: one practitioner, who has to be named. */
  | 'doctor'
  /** `doctorId`: one practitioner; without one it is about those of all. */
  | 'any doctor'
  /** `doctorIds`: some practitioners; without any it is about those of all. */
  | 'doctors'
  /** `doctor`: a practitioner as people name them; without one it is about the queues of all. */
  | 'named doctor'
  /** Records of all patients: not for such a member. */
  | 'the whole clinic'
  /** No patient's record, or no more of one than a desk has to see: for everyone with the right. */
  | 'no record'
