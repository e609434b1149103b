/// A template of Open Job Description (Deadline Cloud).
///
/// Tasks are whole numbers: chunks of frames, which the scheduler may even out, would let it decide on the bytes.
package enum OpenJobDescription {
  package static func files(_ job: FarmJob) -> [FarmJob.File] {
    [FarmJob.File(name: "openjd.yaml", text: template(job))]
  }

  private static func template(_ job: FarmJob) -> String {
    """
    specificationVersion: jobtemplate-2023-09
    name: \(job.name)
    parameterDefinitions:
      - { name: Folder, type: PATH, objectType: DIRECTORY, dataFlow: INOUT, default: ".", description: "plan.json, the document, its images and the segments" }
      - { name: Tasks, type: STRING, default: "\(job.taskList)", description: "all, or those that are missing: 3,5-6" }
      - { name: Output, type: STRING, default: \(FarmJob.yaml(job.plan.output)) }
    steps:
      - name: Render
        hostRequirements:
          attributes: [{ name: attr.worker.os.family, anyOf: [linux] }]
          amounts: [{ name: amount.worker.vcpu, min: \(job.processors) }, { name: amount.worker.memory, min: \(job.gigabytes * 1024) }]
        parameterSpace:
          taskParameterDefinitions: [{ name: Task, type: INT, range: "{{Param.Tasks}}" }]
        script:
          actions:
            onRun:
              command: \(FarmJob.yaml(job.program))
              args: [farm, segment, "{{Param.Folder}}", --task, "{{Task.Param.Task}}", --per-task, "\(job.tasks.perTask)", --threads, "\(job.processors)", --progress, openjd]
              timeout: 3600
              cancelation: { mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 60 }
      - name: Join
        dependencies: [{ dependsOn: Render }]
        script:
          actions:
            onRun: { command: \(FarmJob.yaml(job.program)), args: [farm, join, "{{Param.Folder}}", "{{Param.Folder}}/{{Param.Output}}"], timeout: 3600 }

    """
  }
}
