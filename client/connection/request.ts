/** Parameters by name, not yet encoded. */
export type Params = Readonly<Record<string, unknown>>

/** A request below `/api/v1`. Parameters of the path are in `path`; `params` are the others. */
interface PreparedRequest {
  readonly method: string
  readonly path: string
  readonly params: Params
}

/** Fills parameters into the path of a route: `GET /messages/{message_id}`. */
export function prepareRequest(route: string, allParams: Params): PreparedRequest {
  const params: Record<string, unknown> = { ...allParams }
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = encodeURIComponent(String(params[name]))
    delete params[name]
    // `path` is the rest of an address and may have several segments.
    return name === 'path' ? part.replaceAll('%2F', '/') : part
  })
  return { method, path, params }
}

const isFile = (value: unknown): value is Blob => value instanceof Blob

export const hasFile = (params: Params): boolean => Object.values(params).some(isFile)

/** Encodes parameters as a form. A form with a file is `multipart/form-data`. */
export function encodeParams(params: Params): URLSearchParams | FormData {
  const form = hasFile(params) ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined)
      form.append(name, (typeof value === 'string' || isFile(value) ? value : JSON.stringify(value)) as string)
  }
  return form
}
