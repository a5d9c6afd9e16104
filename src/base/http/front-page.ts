import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
body { margin: 12vh auto 2rem; max-width: 34rem; padding: 0 1.25rem; }
h1 { font-size: 1.7rem; margin: 0; }
li { margin: .4rem 0; }
`

/**
 * The page at `/` in a browser, with links to the documentation. Programs get the same answer there
 * as at any unknown path.
 */
export function frontPage(
  title: string,
  version: string,
  hasDocumentation: boolean,
): { html: string; policy: string } {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>Version ${version}. This address is for programs, which call it with a key. For people:</p>
<ul>
<li><a href="/docs">API reference</a>, where calls can be tried</li>
<li><a href="/openapi.json">OpenAPI document</a>, for generators, Postman, Bruno and other tools</li>
${hasDocumentation ? '<li><a href="/documentation/">Documentation</a>, with guides for each role</li>\n' : ''}</ul>
</main>
</body>
</html>
`
  const styleHash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}
