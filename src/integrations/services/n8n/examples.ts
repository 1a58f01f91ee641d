import type { Example } from '../../example'

export const examples: readonly Example[] = [
  {
    title: 'A message that somebody composed',
    payload: { topic: 'harvest', content: 'Bo Li picked 12 kg of plums.\n* 8 kg blue\n* 4 kg yellow' },
    message: {
      topic: 'harvest',
      content: `Bo Li picked 12 kg of plums.
* 8 kg blue
* 4 kg yellow`,
    },
  },
  {
    title: 'A message without a topic',
    payload: { content: 'The workflow is done.' },
    message: { topic: 'n8n', content: 'The workflow is done.' },
  },
  {
    title: 'Fields without a content',
    payload: { plums: 12, basket: { colour: 'blue' } },
    message: {
      topic: 'n8n',
      content: `n8n sent:
* **plums**: 12
* **basket**: \`{"colour":"blue"}\``,
    },
  },
]
