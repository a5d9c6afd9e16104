import type { Words } from '../../en/dashboard.ts'

export const bar: Words['bar'] = {
  open: 'Buscar',
  title: 'Buscar y abrir',
  field: 'Cita, paciente, pantalla o acción',
  hint: 'Referencia, nombre, teléfono o qué hacer',
  found: (count) => `${count} encontrados`,
  visitsOf: (patient) => `Citas de ${patient}, las últimas primero`,
  record: (patient) => `Ficha de ${patient}`,
  groups: { visits: 'Cita', patients: 'Paciente', go: 'Ir a' },
}
