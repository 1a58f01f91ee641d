import { createHash } from 'node:crypto'

/** Caches may keep the document for this many seconds, so that a new version shows within minutes. */
const freshSeconds = 300

/** A JSON document that is the same for everybody. It is made at the first request, and the isolate remembers it. */
export class Document {
  private content: { text: string; tag: string } | null = null

  constructor(private readonly make: () => object) {}

  /** The document, or 304 if the client has it already (RFC 9110, 13). */
  answer(requestHeaders: Headers): Response {
    const { text, tag } = (this.content ??= this.write())
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': `public, max-age=${freshSeconds}`,
      ETag: tag,
    }
    return namesTag(requestHeaders.get('If-None-Match'), tag)
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers })
  }

  private write(): { text: string; tag: string } {
    const text = JSON.stringify(this.make())
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  }
}

/** Whether an `If-None-Match` or `If-Match` header names the tag. */
export const namesTag = (header: string | null, tag: string): boolean =>
  header !== null && header.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim()))
