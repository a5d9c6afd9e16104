import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    // The files that the service serves; each language other than English is a separate file, loaded on demand.
    outDir: 'dist',
    reportCompressedSize: false,
    modulePreload: false,
    // The licences of the bundled libraries.
    license: { fileName: 'third-party.md' },
    rolldownOptions: {
      input: 'src/booking.ts',
      output: { format: 'es', entryFileNames: 'booking.js', chunkFileNames: 'booking-[name]-[hash].js', minify: true },
    },
  },
  experimental: { renderBuiltUrl: () => ({ relative: true }) },
})
