import { createHash } from 'node:crypto'

/** Seconds for which whoever asked may use what they have: a deployment of the next version shows within minutes. */
const freshSeconds = 300

/** A text of JSON that is the same for everybody. It is made when it is first asked for, and kept by the isolate. */
export class Document {
  private made: { text: string; tag: string } | null = null

  constructor(private readonly make: () => object) {}

  /** The document, or that it is the one that the client has (RFC 9110, 13). */
  answer(asked: Headers): Response {
    const { text, tag } = (this.made ??= this.written())
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': `public, max-age=${freshSeconds}`,
      ETag: tag,
    }
    return namesTag(asked.get('If-None-Match'), tag)
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers })
  }

  private written(): { text: string; tag: string } {
    const text = JSON.stringify(this.make())
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  }
}

/** Whether a condition of a request names the tag. */
export const namesTag = (header: string | null, tag: string): boolean =>
  header !== null && header.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim()))
