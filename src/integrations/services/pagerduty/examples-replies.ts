import type { Example } from '../../example'
import { bo, of, page } from './example-requests'

const reference = {
  id: 'PINC007',
  type: 'incident_reference',
  summary: 'The pump stopped',
  html_url: `${page}/incidents/PINC007`,
}

export const replyExamples: readonly Example[] = [
  {
    title: 'Somebody writes a note',
    ...of('incident.annotated', {
      id: 'PNOT001',
      type: 'incident_note',
      incident: reference,
      content: 'A leaf was in the pump.',
      trimmed: false,
    }),
    message: {
      topic: 'The pump stopped',
      content: `**Ada Park** wrote a note on [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007):
\`\`\`quote
A leaf was in the pump.
\`\`\``,
    },
  },
  {
    title: 'Somebody tells how an incident stands',
    ...of('incident.status_update_published', {
      id: 'PUPD001',
      type: 'incident_status_update',
      incident: reference,
      message: 'The pump is being cleaned.',
      trimmed: false,
    }),
    message: {
      topic: 'The pump stopped',
      content: `**Ada Park** posted an update on [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007):
\`\`\`quote
The pump is being cleaned.
\`\`\``,
    },
  },
  {
    title: 'Somebody asks for help',
    ...of('incident.responder.added', {
      type: 'incident_responder',
      incident: reference,
      user: bo,
      message: 'Please bring a net.',
      state: 'pending',
    }),
    message: {
      topic: 'The pump stopped',
      content: `**Ada Park** asked **Bo Li** to help with [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007):
\`\`\`quote
Please bring a net.
\`\`\``,
    },
  },
  {
    title: 'Somebody helps',
    ...of(
      'incident.responder.replied',
      { type: 'incident_responder', incident: reference, user: bo, message: '', state: 'accepted' },
      bo,
    ),
    message: {
      topic: 'The pump stopped',
      content: '**Bo Li** helps with [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007).',
    },
  },
  {
    title: 'An incident gets a call',
    ...of('incident.conference_bridge.updated', {
      type: 'incident_conference_bridge',
      incident: reference,
      conference_url: 'https://meet.tidewater.example/pump',
      conference_number: '+1 555 0100',
    }),
    message: {
      topic: 'The pump stopped',
      content:
        'People talk about [The pump stopped](https://tidewater.pagerduty.com/incidents/PINC007) in [this call](https://meet.tidewater.example/pump) or by phone at **&#43;1 555 0100**.',
    },
  },
]
