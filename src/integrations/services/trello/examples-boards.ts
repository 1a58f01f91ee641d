import type { Example } from '../../example'
import { board, member, of } from './example-requests'

export const boardExamples: readonly Example[] = [
  {
    title: 'A list is added',
    ...of('createList', {}),
    message: {
      topic: 'Garden plan',
      content: '**Ada Park** added the list **To do** to [Garden plan](https://trello.com/b/bG4rd3n0).',
    },
  },
  {
    title: 'A list is renamed',
    ...of('updateList', { old: { name: 'Later' } }),
    message: { topic: 'Garden plan', content: '**Ada Park** renamed the list **Later** to **To do**.' },
  },
  {
    title: 'A board is created',
    ...of('createBoard', {}),
    message: {
      topic: 'Garden plan',
      content: '**Ada Park** created the board [Garden plan](https://trello.com/b/bG4rd3n0).',
    },
  },
  {
    title: 'A board is closed',
    ...of('updateBoard', { board: { ...board, closed: true }, old: { closed: false } }),
    message: {
      topic: 'Garden plan',
      content: '**Ada Park** closed the board [Garden plan](https://trello.com/b/bG4rd3n0).',
    },
  },
  {
    title: 'Somebody is added to a board',
    ...of('addMemberToBoard', {}, member),
    message: {
      topic: 'Garden plan',
      content: '**Ada Park** added **Bo Li** to [Garden plan](https://trello.com/b/bG4rd3n0).',
    },
  },
  {
    title: 'Somebody is removed from a board',
    ...of('removeMemberFromBoard', {}, member),
    message: {
      topic: 'Garden plan',
      content: '**Ada Park** removed **Bo Li** from [Garden plan](https://trello.com/b/bG4rd3n0).',
    },
  },
]
