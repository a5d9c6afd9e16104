import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    // The files that the service serves; it reads them from this output folder (src/doors/dashboard/files.ts).
    outDir: 'dist',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    // The licences of the bundled libraries.
    license: { fileName: 'third-party.md' },
  },
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:3000' } },
})
