/// Two jobs for Kubernetes: an indexed one that draws, and one that waits and joins, since jobs know no dependencies.
package enum KubernetesJob {
  package static func files(_ job: FarmJob, image: String, claim: String) -> [FarmJob.File] {
    [FarmJob.File(name: "kubernetes.yaml", text: render(job, image, claim) + "---\n" + join(job, image, claim))]
  }

  /// Completions count from 0: a list of missing tasks runs all, of which those that are there end at once.
  private static func render(_ job: FarmJob, _ image: String, _ claim: String) -> String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata: { name: \(job.name) }
    spec:
      completionMode: Indexed
      completions: \(job.tasks.count)
      parallelism: \(min(job.tasks.count, 100))
      backoffLimitPerIndex: 3
      podFailurePolicy:
        rules:
          - { action: FailIndex, onExitCodes: { containerName: starmine, operator: In, values: [2] } }
          - { action: Ignore, onPodConditions: [{ type: DisruptionTarget }] }
      ttlSecondsAfterFinished: 86400
      template:
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 30
          containers:
            - name: starmine
              image: \(FarmJob.yaml(image))
              command: [\(FarmJob.yaml(job.program)), farm, segment, /movie, --per-task, "\(job.tasks.perTask)", --threads, "\(job.processors)"]
              resources: { requests: { cpu: "\(job.processors)", memory: \(job.gigabytes)Gi }, limits: { memory: \(job.gigabytes * 2)Gi } }
              volumeMounts: [{ name: movie, mountPath: /movie }]
          volumes: [{ name: movie, persistentVolumeClaim: { claimName: \(FarmJob.yaml(claim)) } }]

    """
  }

  private static func join(_ job: FarmJob, _ image: String, _ claim: String) -> String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata: { name: \(job.name)-join }
    spec:
      backoffLimit: 2
      ttlSecondsAfterFinished: 86400
      template:
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 30
          containers:
            - name: starmine
              image: \(FarmJob.yaml(image))
              command: [\(FarmJob.yaml(job.program)), farm, join, /movie, \(FarmJob.yaml("/movie/" + job.plan.output)), --wait]
              resources: { requests: { cpu: "1", memory: 1Gi }, limits: { memory: 2Gi } }
              volumeMounts: [{ name: movie, mountPath: /movie }]
          volumes: [{ name: movie, persistentVolumeClaim: { claimName: \(FarmJob.yaml(claim)) } }]

    """
  }
}
