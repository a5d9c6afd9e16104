export { patientName } from '../ui/patient-name.ts'
