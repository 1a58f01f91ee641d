import type { Example } from '../../example'
import { card, member, of } from './example-requests'

export const cardExamples: readonly Example[] = [
  {
    title: 'A card is added',
    ...of('createCard', {}),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** added [Water the roses](https://trello.com/c/cR0s3s00) to **To do**.',
    },
  },
  {
    title: 'A card is copied',
    ...of('copyCard', {}),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** copied a card to [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'A card is moved',
    ...of('updateCard', { listBefore: { name: 'To do' }, listAfter: { name: 'Done' }, old: { idList: 'l1' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** moved [Water the roses](https://trello.com/c/cR0s3s00) from **To do** to **Done**.',
    },
  },
  {
    title: 'A card is archived',
    ...of('updateCard', { card: { ...card, closed: true }, old: { closed: false } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** archived [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'A card is renamed',
    ...of('updateCard', { old: { name: 'Water' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** renamed **Water** to [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'A card gets a due date',
    ...of('updateCard', { card: { ...card, due: '2026-06-05T16:00:00.000Z' }, old: { due: null } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content:
        '**Ada Park** set the due date of [Water the roses](https://trello.com/c/cR0s3s00) to <time:2026-06-05T16:00:00Z>.',
    },
  },
  {
    title: 'A card is done',
    ...of('updateCard', { card: { ...card, dueComplete: true }, old: { dueComplete: false } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** marked [Water the roses](https://trello.com/c/cR0s3s00) as done.',
    },
  },
  {
    title: 'The description of a card changes',
    ...of('updateCard', { card: { ...card, desc: 'They are dry.' }, old: { desc: '' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: `**Ada Park** changed the description of [Water the roses](https://trello.com/c/cR0s3s00):
\`\`\`quote
They are dry.
\`\`\``,
    },
  },
  { title: 'The order of cards changes', ...of('updateCard', { old: { pos: 4 } }), message: null },
  {
    title: 'A card is deleted',
    ...of('deleteCard', { card: { shortLink: 'cR0s3s00', idShort: 7 } }),
    message: { topic: 'Garden plan / card #7', content: '**Ada Park** deleted **card #7** from **To do**.' },
  },
  {
    title: 'A card comes from another board',
    ...of('moveCardToBoard', { boardSource: { name: 'Ideas' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** moved [Water the roses](https://trello.com/c/cR0s3s00) here from the board **Ideas**.',
    },
  },
  {
    title: 'A card goes to another board',
    ...of('moveCardFromBoard', { boardTarget: { name: 'Archive' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** moved [Water the roses](https://trello.com/c/cR0s3s00) to the board **Archive**.',
    },
  },
  {
    title: 'A card gets a comment',
    ...of('commentCard', { text: 'At night?' }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: `**Ada Park** commented on [Water the roses](https://trello.com/c/cR0s3s00):
\`\`\`quote
At night?
\`\`\``,
    },
  },
  {
    title: 'Somebody is added to a card',
    ...of('addMemberToCard', {}, member),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** added **Bo Li** to [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'Somebody is removed from a card',
    ...of('removeMemberFromCard', {}, member),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** removed **Bo Li** from [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'A card gets a label',
    ...of('addLabelToCard', { label: { name: 'urgent', color: 'red' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** added the label **urgent** to [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'A card loses a label',
    ...of('removeLabelFromCard', { label: { name: '', color: 'red' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** removed the label **red** from [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'A card gets an attachment',
    ...of('addAttachmentToCard', {
      attachment: { name: 'roses.png', url: 'https://trello.com/1/cards/1/attachments/2/download/roses.png' },
    }),
    message: {
      topic: 'Garden plan / Water the roses',
      content:
        '**Ada Park** attached [roses.png](https://trello.com/1/cards/1/attachments/2/download/roses.png) to [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'A card gets a checklist',
    ...of('addChecklistToCard', { checklist: { name: 'Tools' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** added the checklist **Tools** to [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
  {
    title: 'An item of a checklist is ticked off',
    ...of('updateCheckItemStateOnCard', { checkItem: { name: 'Hose', state: 'complete' } }),
    message: {
      topic: 'Garden plan / Water the roses',
      content: '**Ada Park** ticked off **Hose** on [Water the roses](https://trello.com/c/cR0s3s00).',
    },
  },
]
