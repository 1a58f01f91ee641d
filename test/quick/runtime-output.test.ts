import { expect, test } from 'vitest'
import { leaveNoiseOut } from '../kit/runtime-output'

test('what tests do to the runtime on purpose is not printed, and a crash is', () => {
  const printed: (string | Uint8Array)[] = []
  const stream = {
    write: (chunk: string | Uint8Array) => {
      printed.push(chunk)
      return true
    },
  }
  leaveNoiseOut(stream)
  const crash =
    'uncaught exception; exception = workerd/jsg/value.h:1: failed: jsg.Error: a row is missing\nstack: workerd@1\n'
  const failure =
    'AssertionError: exception = kj/compat/http.c++:1: disconnected: other end of WebSocketPipe was destroyed'
  stream.write(
    'exception = kj/compat/http.c++:1: disconnected: other end of WebSocketPipe was destroyed\nstack: workerd@1\n',
  )
  stream.write(
    'uncaught exception; exception = workerd/api/a.c++:1: failed: broken.outputGateBroken; jsg.Error: killed\n',
  )
  stream.write(crash)
  stream.write(failure)
  expect(printed).toEqual([crash, failure])
})
