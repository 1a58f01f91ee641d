import type { Example } from '../../example'

export const examples: readonly Example[] = [
  {
    title: 'A message that somebody composed',
    payload: { topic: 'weather', content: 'It will *rain* tomorrow.' },
    message: { topic: 'weather', content: 'It will *rain* tomorrow.' },
  },
  {
    title: 'Values of an event',
    payload: { value1: 'rain', value2: '7 mm', value3: '' },
    message: {
      topic: 'IFTTT',
      content: `IFTTT sent:
* **value1**: rain
* **value2**: 7 mm`,
    },
  },
]
