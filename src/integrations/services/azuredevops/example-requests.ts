import type { Example } from '../../example'

export const page = 'https://dev.azure.com/tidewater/garden'

export const ada = { displayName: 'Ada Park', uniqueName: 'ada@example.com' }
export const bo = { displayName: 'Bo Li', uniqueName: 'bo@example.com' }
export const repository = { name: 'garden', webUrl: `${page}/_git/garden`, project: { name: 'garden' } }

/** A request with an event of Azure DevOps. */
export const of = (eventType: string, resource: object, message = ''): Pick<Example, 'payload'> => ({
  payload: {
    id: '5f0c7d0e-3c0f-4c5e-9d4a-1a2b3c4d5e6f',
    notificationId: 4,
    eventType,
    message: { text: message },
    resource,
  },
})
