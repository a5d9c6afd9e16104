// The words by which patients answer a notice: whole messages, in the languages of the pages.

import { readWholeWord } from '../../base/messages/whole-word.ts'

const yesWords = new Set(
  [
    [
      '1',
      'yes',
      'y',
      'yes please',
      'confirm',
      'confirmed',
      'i confirm',
      'i will come',
      'ok',
      'okay',
    ],
    ['ja', 'bestätigen', 'bestätigt', 'ich komme', 'sí', 'si', 'confirmo', 'vendré'],
    ['oui', 'je confirme', 'je viendrai', 'sim', 'vou'],
    ['हाँ', 'हां', 'जी हाँ', 'نعم', 'أؤكد', 'سآتي', '是', '好', '确认', '我会来'],
    ['👍', '✅'],
  ].flat(),
)
const noWords = new Set(
  [
    ['2', 'no', 'n', 'no thanks', 'cancel', 'change', 'move', 'reschedule', 'cannot come'],
    [
      'nein',
      'absagen',
      'ändern',
      'verschieben',
      'cancelar',
      'cambiar',
      'non',
      'annuler',
      'changer',
    ],
    ['não', 'nao', 'mudar', 'remarcar', 'नहीं', 'रद्द करें', 'बदलें', 'لا', 'إلغاء', 'تغيير'],
    ['不', '取消', '更改', '改期'],
    ['👎', '❌'],
  ].flat(),
)

/**
 * What a message answers, if it is one whole word or phrase of those; undefined for others. A word
 * within a sentence is none: `no problem, see you` means yes.
 */
export function readAnswer(text: string): 'YES' | 'NO' | undefined {
  const word = readWholeWord(text) ?? ''
  if (yesWords.has(word)) return 'YES'
  return noWords.has(word) ? 'NO' : undefined
}
