/** How somebody stands in a course, for themselves and for who teaches them; in a file of their own as well. */
export const recordScreens = {
  performance: async () => (await import('../../features/learning/web/performance-screen.tsx')).PerformanceScreen,
  record: async () => (await import('../../features/learning/web/record/record-screen.tsx')).RecordScreen,
  studentRecord: async () => (await import('./student-record.tsx')).StudentRecordPage,
  students: async () => (await import('../../features/learning/web/record/students-screen.tsx')).StudentsScreen,
};
