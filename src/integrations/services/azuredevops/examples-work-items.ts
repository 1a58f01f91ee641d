import type { Example } from '../../example'
import { ada, bo, of, page } from './example-requests'

const fields = {
  'System.TeamProject': 'garden',
  'System.WorkItemType': 'Bug',
  'System.Title': 'The hose leaks',
  'System.State': 'New',
  'System.CreatedBy': 'Ada Park <ada@example.com>',
  'System.ChangedBy': bo,
}
const links = { html: { href: `${page}/_workitems/edit/3` } }
const workItem = { id: 3, fields, _links: links }
const update = { workItemId: 3, revisedBy: ada, revision: { fields }, _links: links }

export const workItemExamples: readonly Example[] = [
  {
    title: 'A work item is opened',
    ...of('workitem.created', {
      ...workItem,
      fields: { ...fields, 'System.Description': '<div>It <b>drips</b>.</div><div>Always &amp; everywhere.</div>' },
    }),
    message: {
      topic: 'garden / bug #3 The hose leaks',
      content: `**Ada Park** opened [bug #3 The hose leaks](https://dev.azure.com/tidewater/garden/_workitems/edit/3):
\`\`\`quote
It drips.
Always & everywhere.
\`\`\``,
    },
  },
  {
    title: 'The state of a work item changes',
    ...of('workitem.updated', { ...update, fields: { 'System.State': { oldValue: 'New', newValue: 'Active' } } }),
    message: {
      topic: 'garden / bug #3 The hose leaks',
      content:
        '**Ada Park** changed the state of [bug #3 The hose leaks](https://dev.azure.com/tidewater/garden/_workitems/edit/3) from **New** to **Active**.',
    },
  },
  {
    title: 'A work item is assigned',
    ...of('workitem.updated', { ...update, fields: { 'System.AssignedTo': { newValue: 'Bo Li <bo@example.com>' } } }),
    message: {
      topic: 'garden / bug #3 The hose leaks',
      content:
        '**Ada Park** assigned [bug #3 The hose leaks](https://dev.azure.com/tidewater/garden/_workitems/edit/3) to **Bo Li**.',
    },
  },
  {
    title: 'Another field of a work item changes',
    ...of('workitem.updated', { ...update, fields: { 'System.Rev': { oldValue: 1, newValue: 2 } } }),
    message: null,
  },
  {
    title: 'A work item gets a comment',
    ...of('workitem.commented', { ...workItem, fields: { ...fields, 'System.History': '<p>Tape helps.</p>' } }),
    message: {
      topic: 'garden / bug #3 The hose leaks',
      content: `**Bo Li** commented on [bug #3 The hose leaks](https://dev.azure.com/tidewater/garden/_workitems/edit/3):
\`\`\`quote
Tape helps.
\`\`\``,
    },
  },
  {
    title: 'A work item is deleted',
    ...of('workitem.deleted', workItem),
    message: {
      topic: 'garden / bug #3 The hose leaks',
      content: '**Bo Li** deleted [bug #3 The hose leaks](https://dev.azure.com/tidewater/garden/_workitems/edit/3).',
    },
  },
  {
    title: 'A work item is restored',
    ...of('workitem.restored', workItem),
    message: {
      topic: 'garden / bug #3 The hose leaks',
      content: '**Bo Li** restored [bug #3 The hose leaks](https://dev.azure.com/tidewater/garden/_workitems/edit/3).',
    },
  },
]
