import type { ComponentChild } from 'preact'
import type { DrawingName } from './drawing'
import './drawings.css'

/** Waves at the bottom, each 16 by 5. */
const waves = (x: number, y: number, count: number): string => `M${x} ${y}${'c8 0 8-5 16-5s8 5 16 5'.repeat(count)}`

const Water = () => (
  <>
    <path d={waves(16, 86, 4)} class="accent" />
    <path d={waves(48, 97, 2)} class="faint" />
  </>
)

const Cloud = () => <path d="M50 64a16 16 0 0 1 3-32 25 25 0 0 1 47-5 19 19 0 0 1 9 37z" class="paper" />

/** Illustrations of 160 by 104, in the colours of the theme. */
export const drawings: Readonly<Record<DrawingName, ComponentChild>> = {
  // A paper boat under the sun.
  boat: (
    <>
      <circle cx="116" cy="32" r="13" class="wash" />
      <path d="M34 28q5-6 10 0q5-6 10 0" class="faint" />
      <path d="M80 18v42H54z" class="paper" />
      <path d="M80 30l20 30H80z" class="soft" />
      <path d="M44 64h72L102 84H60z" class="paper" />
      <Water />
    </>
  ),
  // A sheet of paper and a pencil.
  draft: (
    <>
      <rect x="50" y="14" width="52" height="66" rx="6" class="paper" />
      <path d="M61 30h30M61 42h24M61 54h14" class="faint" />
      <path d="M84 70l5-15 28-28a7 7 0 0 1 10 10L99 65z" class="wash" />
      <path d="M112 32l10 10" class="accent" />
      <path d={waves(32, 94, 3)} class="faint" />
    </>
  ),
  // A star over the water.
  star: (
    <>
      <path d="M80 14l7.6 17.5 19 1.8-14.3 12.6 4.2 18.6L80 54.8l-16.5 9.7 4.2-18.6-14.3-12.6 19-1.8z" class="wash" />
      <path d="M36 30v8M32 34h8M124 46v8M120 50h8" class="faint" />
      <Water />
    </>
  ),
  // A speech bubble that calls somebody.
  mention: (
    <>
      <path
        d="M52 16h56a12 12 0 0 1 12 12v26a12 12 0 0 1-12 12H78L60 80V66h-8a12 12 0 0 1-12-12V28a12 12 0 0 1 12-12z"
        class="paper"
      />
      <circle cx="80" cy="41" r="6.5" class="accent" />
      <path d="M86.5 34.5v8.5a5.5 5.5 0 0 0 11 0v-2a17.5 17.5 0 1 0-7 14" class="accent" />
      <path d={waves(32, 94, 3)} class="faint" />
    </>
  ),
  // A clock that sets like a moon.
  clock: (
    <>
      <path d="M46 84a34 34 0 1 1 68 0" class="paper" />
      <path d="M80 62v22M80 62l15 10" class="accent" />
      <path d="M80 56v-1M56 70l-1-1M104 70l1-1" class="faint" />
      <path d="M30 26v8M26 30h8M128 20v8M124 24h8" class="faint" />
      <Water />
    </>
  ),
  // A magnifying glass over empty water.
  glass: (
    <>
      <circle cx="74" cy="42" r="26" class="paper" />
      <path d={waves(58, 46, 1)} class="accent" />
      <path d="M93 61l20 20" class="thick" />
      <path d={waves(32, 96, 3)} class="faint" />
    </>
  ),
  // Two speech bubbles, one of somebody who is typing.
  bubbles: (
    <>
      <path
        d="M40 14h46a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10H56L42 66V54h-2a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10z"
        class="soft"
      />
      <path
        d="M78 36h42a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10h-2v12l-14-12H78a10 10 0 0 1-10-10V46a10 10 0 0 1 10-10z"
        class="paper"
      />
      <path d="M86 56h.01M99 56h.01M112 56h.01" class="dots" />
      <path d={waves(24, 96, 2)} class="faint" />
    </>
  ),
  // A cloud without a connection.
  cloud: (
    <>
      <Cloud />
      <path d="M80 64v8M80 80v4" class="accent" />
      <path d={waves(16, 94, 1)} class="accent" />
      <path d={waves(112, 94, 1)} class="accent" />
      <path d="M56 94h12M92 94h12" class="faint" />
    </>
  ),
  // A signpost that points both ways.
  signpost: (
    <>
      <path d="M80 14v72" class="thick" />
      <path d="M54 22h44l11 10-11 10H54z" class="paper" />
      <path d="M106 48H66L55 57l11 9h40z" class="wash" />
      <Water />
    </>
  ),
}
