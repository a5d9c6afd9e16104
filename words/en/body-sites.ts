/** The parts of a body, as forms offer them; each language is a folder beside this one. */
export const bodySites = {
  head: 'Head',
  face: 'Face',
  neck: 'Neck',
  chest: 'Chest',
  'upper-back': 'Upper back',
  'lower-back': 'Lower back',
  abdomen: 'Abdomen',
  pelvis: 'Pelvis',
  'left-shoulder': 'Left shoulder',
  'right-shoulder': 'Right shoulder',
  'left-arm': 'Left arm',
  'right-arm': 'Right arm',
  'left-hand': 'Left hand',
  'right-hand': 'Right hand',
  'left-hip': 'Left hip',
  'right-hip': 'Right hip',
  'left-leg': 'Left leg',
  'right-leg': 'Right leg',
  'left-knee': 'Left knee',
  'right-knee': 'Right knee',
  'left-foot': 'Left foot',
  'right-foot': 'Right foot',
}

export type BodySiteWords = Record<keyof typeof bodySites, string>
