import type { Example } from '../../example'

export const of = (type: string, object: object, previous_attributes?: object): Pick<Example, 'payload'> => ({
  payload: {
    id: 'evt_1GardenExample',
    object: 'event',
    created: 1_780_000_000,
    livemode: true,
    type,
    data: { object, ...(previous_attributes !== undefined && { previous_attributes }) },
  },
})
