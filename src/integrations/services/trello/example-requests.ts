import type { Example } from '../../example'

export const board = { name: 'Garden plan', shortLink: 'bG4rd3n0' }
export const card = { name: 'Water the roses', shortLink: 'cR0s3s00', idShort: 7 }
const list = { name: 'To do' }

export const of = (type: string, data: object, rest: object = {}): Pick<Example, 'payload'> => ({
  payload: {
    action: {
      id: '51f9424bcd6e040f3c002412',
      type,
      data: { board, card, list, ...data },
      memberCreator: { fullName: 'Ada Park', username: 'ada' },
      ...rest,
    },
    model: { name: 'Garden plan' },
  },
})

export const member = { member: { fullName: 'Bo Li', username: 'bo' } }
